import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { describeShop } from '../testing/shop.ts'
import { addOne } from './cart.store.ts'

describeShop('a unit that is put into a cart', (shop) => {
  it('is put again when the database ends the statement for a deadlock', async () => {
    const customer = await shop.customer()
    const product = await shop.product()
    // A sequence keeps what a statement took that was undone.
    await sql`create sequence attempt`.execute(shop.db.read)
    await sql`
      create function deadlock_twice() returns trigger language plpgsql as $$
        begin
          if nextval('attempt') < 3 then
            raise exception 'as asked' using errcode = '40P01';
          end if;
          return new;
        end
      $$`.execute(shop.db.read)
    await sql`
      create trigger deadlock_twice before insert on cart_item
      for each row execute function deadlock_twice()`.execute(shop.db.read)

    const added = await addOne(shop.db.read, customer.id, product)

    expect(added).toMatchObject({ line: { id: product, quantity: 1 } })
  })
})
