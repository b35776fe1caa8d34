import styles from './BrandLogo.module.css'

/** The logo on a brand's page. It has no alternative text, because the heading is the brand's name. */
export function BrandLogo({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.logo} />
}
