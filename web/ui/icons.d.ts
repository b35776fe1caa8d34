/** Icons as the build makes components of them; see icon.ts. */
declare module '*.svg?icon' {
  const Icon: ReturnType<typeof import('./icon.ts').icon>
  export default Icon
}
