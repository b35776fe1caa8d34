import styles from './BrandLogo.module.css'

/** On a brand's page; its name is the heading. */
export function BrandLogo({ src }: { src: string }) {
  return <img src={src} alt="" className={styles.logo} />
}
