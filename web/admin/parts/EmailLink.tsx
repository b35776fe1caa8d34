/** A mailto link; a long email address wraps before its domain. */
export function EmailLink({ email }: { email: string }) {
  const [name, domain] = email.split('@')
  return (
    <a href={`mailto:${email}`}>
      <bdi>
        {name}@<wbr />
        {domain}
      </bdi>
    </a>
  )
}
