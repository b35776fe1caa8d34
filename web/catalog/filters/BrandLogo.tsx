import styles from './BrandLogo.module.css'

/** The logo on a brand's page; the brand's name is the heading, so the logo has no text. */
export function BrandLogo({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.logo} />
}
