/** Icons that the build turns into components; see icon.ts. */
declare module '*.svg?icon' {
  const Icon: ReturnType<typeof import('./icon.ts').icon>
  export default Icon
}
