/** SQL for products, categories and ratings; the SQL for listings is in `search/` and `listing/`. */
import { type RawBuilder, sql } from 'kysely'
import type { NamedGroup, ProductAttribute } from '#contract/attributes.ts'
import type { CategorySummary, Product, ProductDetail, pictureFields } from '#contract/catalog.ts'
import { pictureUrl, wirePictureUrl, wireWidePictureUrl } from '#contract/pictures.ts'
import { opaqueToPlanner } from '../platform/db/conditions.ts'
import type { Handle } from '../platform/db/database.ts'
import type { StoredPicture } from '../platform/db/tables.ts'
import { PRICES_COLUMNS, type PricesRow, shownPrices } from './prior-price.ts'
import { ATTRIBUTES_OF_PRODUCT, specOf } from './product-attributes.ts'
import { FAMILY_OF_PRODUCT, type StoredFamily, toMember } from './product-families.ts'

export interface ProductRow extends PricesRow {
  id: number
  name: string
  name_ar: string
  description: string
  description_ar: string
  category: Product['category']
  picture_key: string | null
  quantity: number
  sold: number
  rating_x100: number
  rating_count: number
  group_rating: Product['group_rating'] | null
  family_id: number | null
  seller: string
  seller_ar: string
  user_id: number
  created_at: Date
}

/** Column: the rating of product `p`'s family as JSON; null for a product without a family. */
const GROUP_RATING = sql<ProductRow['group_rating']>`case when p.family_id is not null then (
  select json_build_object('ratings', rating_count,
    'rating', case when rating_count > 0 then rating_x100 / 100.0 end)
  from family_rating where product_id = p.id
) end`

/** Columns of `ProductRow`, for queries that alias the product as `p` and the category as `c`. */
export const PRODUCT_COLUMNS = sql`
  p.id, p.name, p.name_ar, p.description, p.description_ar, ${PRICES_COLUMNS},
  c.name as category, p.picture_key, p.on_hand - p.reserved as quantity, p.sold,
  p.rating_x100, p.rating_count, ${GROUP_RATING} as group_rating, p.family_id, p.seller, p.seller_ar, p.user_id, p.created_at`

/** The picture's URL, under each of the four names that clients read. */
function pictureFieldsOf(key: string | null): Record<keyof typeof pictureFields, string | null> {
  const url = key && wirePictureUrl(key)
  return { profileImage: url, profile: url, img: url, image: url }
}

export function toProduct(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    name_ar: row.name_ar,
    description: row.description,
    description_ar: row.description_ar,
    ...shownPrices(row),
    category: row.category,
    ...pictureFieldsOf(row.picture_key),
    quantity: row.quantity,
    sold: row.sold,
    rating: row.rating_count === 0 ? null : row.rating_x100 / 100,
    ratings: row.rating_count,
    ...(row.group_rating && { group_rating: row.group_rating }),
    ...(row.family_id !== null && { family_id: row.family_id }),
    seller: row.seller,
    seller_ar: row.seller_ar,
    user_id: row.user_id,
    created_at: row.created_at.toISOString(),
  }
}

/**
 * The home page's products, without duplicates: up to `perList` each of the best rated, the latest, and the best offers
 * in every category.
 */
export async function findHomeProducts(db: Handle, perList: number): Promise<Product[]> {
  const top = (order: RawBuilder<unknown>, where = sql`true`) => sql`
    (select id from product where deleted_at is null and ${where} order by ${order} limit ${perList})`
  const { rows } = await sql<ProductRow>`
    with chosen as (
      -- The best rated, each family once; each part is read in the order of an index.
      (
        select id from (
          (select id, rating_x100 from product where deleted_at is null and family_id is null
            order by rating_x100 desc, id desc limit ${perList})
          union all
          (select r.product_id, r.rating_x100 from family_rating r join product p on p.id = r.product_id
            where not exists (
              -- A family is represented by its newest product that can be bought, or else by its newest product.
              select from family_rating s join product other on other.id = s.product_id
              where s.family_id = r.family_id
                and (other.on_hand > other.reserved, other.id) > (p.on_hand > p.reserved, p.id)
            ) order by r.rating_x100 desc, r.product_id desc limit ${perList})
        ) best order by rating_x100 desc, id desc limit ${perList}
      )
      union ${top(sql`created_at desc, id desc`)}
      union select offer.id from category cross join lateral ${top(
        sql`discount_permille desc, id desc`,
        // A sold-out product is not an offer.
        sql`category_id = category.id and on_hand > reserved`,
      )} offer
    )
    select ${PRODUCT_COLUMNS}
    from chosen join product p using (id) join category c on c.id = p.category_id
    order by p.rating_x100 desc, p.id desc`.execute(db)
  return rows.map(toProduct)
}

export async function findCategories(db: Handle): Promise<CategorySummary[]> {
  const { rows } = await sql<
    Omit<CategorySummary, 'profileImage'> & { picture_key: string | null }
  >`
    select id, name, coalesce(nullif(title_ar, ''), nullif(title, ''), name_ar) as name_ar, tagline, tagline_ar, picture_key,
      (coalesce(counted.products, 0) - coalesce(siblings.products, 0))::integer as products
    from category
    left join category_count counted on counted.category_id = category.id
    left join (
      select category_id, count(*) - count(distinct family_id) as products from product_search
      where family_id is not null group by category_id
    ) siblings on siblings.category_id = category.id
    order by position`.execute(db)
  return rows.map(({ picture_key, ...category }) => ({
    ...category,
    profileImage: picture_key && wireWidePictureUrl(picture_key),
  }))
}

interface DetailRow extends ProductRow {
  pictures: StoredPicture[]
  specs: ProductDetail['specs']
  spread: number[]
  family_spread: number[] | null
  attributes: ProductAttribute[] | null
  family: StoredFamily | null
  brand: NamedGroup | null
  sub_category: NamedGroup | null
}

function named(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql`json_build_object('id', ${column('id')}, 'name', ${column('name')},
    'name_ar', ${column('name_ar')})`
}

/**
 * Column: the number of counted ratings with 1, 2, 3, 4 and 5 stars, as an array. @param where a condition on `rating`
 */
function spreadOf(where: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select array_agg(coalesce(given.count, 0)::integer order by star)
    from generate_series(1, 5) as star
    left join (select stars, count(*) from rating where ${where} and counted group by stars) given
      on given.stars = star
  )`
}

/** Non-deleted products, in the order of `ids`. */
export async function findProducts(db: Handle, ids: readonly number[]): Promise<ProductDetail[]> {
  const { rows } = await sql<DetailRow>`
    select ${PRODUCT_COLUMNS}, p.pictures, p.specs, ${ATTRIBUTES_OF_PRODUCT} as attributes,
      ${FAMILY_OF_PRODUCT} as family,
      case when b.id is not null then ${named('b')} end as brand,
      case when s.id is not null then ${named('s')} end as sub_category,
      ${spreadOf(sql`rating.product_id = p.id`)} as spread,
      case when p.family_id is not null then ${spreadOf(
        sql`rating.product_id = any(array(
          select m.id from product m where m.family_id = p.family_id and m.deleted_at is null
        ))`,
      )} end as family_spread
    from product p join category c on c.id = p.category_id
    left join brand b on b.id = p.brand_id
    left join sub_category s on s.id = p.sub_category_id
    where p.id = any(${opaqueToPlanner(sql`${ids}::bigint[]`)}::bigint[]) and p.deleted_at is null
    order by array_position(${ids}::bigint[], p.id)`.execute(db)
  return rows.map(toDetail)
}

function toDetail(row: DetailRow): ProductDetail {
  return {
    ...toProduct(row),
    pictures: row.pictures.map(({ key, alt, alt_ar }) => ({
      url: pictureUrl(key, 800, 'webp'),
      alt,
      alt_ar,
    })),
    attributes: row.attributes ?? [],
    family: row.family && {
      ...row.family,
      products: row.family.products.map(toMember),
      spread: row.family_spread ?? row.spread,
    },
    brand: row.brand,
    sub_category: row.sub_category,
    specs: [...(row.attributes ?? []).map(specOf), ...row.specs],
    spread: row.spread,
  }
}

/**
 * Locks the product, so that concurrent ratings are counted one at a time.
 * @returns false if the product does not exist or is deleted.
 */
export async function lockProduct(tx: Handle, id: number): Promise<boolean> {
  const { rows } = await sql`
    select id from product where id = ${id} and deleted_at is null for no key update`.execute(tx)
  return rows.length === 1
}

/** Locks the account against a concurrent email confirmation, which makes all of the account's ratings count. */
export async function holdAccount(tx: Handle, userId: number): Promise<void> {
  await sql`select from app_user where id = ${userId} for share`.execute(tx)
}

/**
 * Whether the customer's rating counts: the email is confirmed, or the product is paid for. Lock the account and the
 * product first, so that no confirmation or payment comes in between.
 */
export async function mayCount(tx: Handle, userId: number, productId: number): Promise<boolean> {
  const { rows } = await sql<{ counts: boolean }>`
    select email_confirmed_at is not null or exists (
      select from orders
      where user_id = ${userId} and product_id = ${productId} and state = 'complete'
    ) as counts
    from app_user where id = ${userId}`.execute(tx)
  return rows[0]?.counts ?? false
}

/**
 * Stores a rating. It counts if `counts` is true or the rating it replaces counted.
 * @returns the change in the sum and the number of the product's ratings.
 */
export async function setRating(
  tx: Handle,
  userId: number,
  { productId, stars, counts }: { productId: number; stars: number; counts: boolean },
): Promise<{ sum: number; count: number }> {
  const { rows } = await sql<{ before: number | null; counted: boolean }>`
    with earlier as (
      select stars from rating where user_id = ${userId} and product_id = ${productId} and counted
    ), stored as (
      insert into rating (user_id, product_id, stars, counted)
      values (${userId}, ${productId}, ${stars}, ${counts})
      on conflict (user_id, product_id) do update
      set stars = excluded.stars, counted = rating.counted or excluded.counted, updated_at = now()
      returning counted
    )
    select (select stars from earlier) as before, counted from stored`.execute(tx)
  const { before = null, counted = false } = rows[0] ?? {}
  if (!counted) return { sum: 0, count: 0 }
  return { sum: stars - (before ?? 0), count: before === null ? 1 : 0 }
}

/** A product's average rating, its number of ratings, and its family's rating. */
export interface Rated extends Pick<Product, 'group_rating'> {
  rating: number
  ratings: number
}

export async function addToRatings(
  tx: Handle,
  productId: number,
  change: { sum: number; count: number },
): Promise<Rated> {
  await sql`
    update product set rating_sum = rating_sum + ${change.sum},
      rating_count = rating_count + ${change.count}
    where id = ${productId}`.execute(tx)
  // Updates the family's rating now; by default, its trigger runs at the end of the transaction.
  await sql`set constraints product_family_rating immediate`.execute(tx)
  const { rows } = await sql<Pick<ProductRow, 'rating_x100' | 'rating_count' | 'group_rating'>>`
    select p.rating_x100, p.rating_count, ${GROUP_RATING} as group_rating
    from product p where p.id = ${productId}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error(`product ${productId} disappeared although its row was locked`)
  return {
    rating: row.rating_x100 / 100,
    ratings: row.rating_count,
    ...(row.group_rating && { group_rating: row.group_rating }),
  }
}
