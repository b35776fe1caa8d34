/** Icons turned into components by the build; see icon.ts. */
declare module '*.svg?icon' {
  const Icon: ReturnType<typeof import('./icon.ts').icon>
  export default Icon
}
