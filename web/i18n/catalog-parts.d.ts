/** The message catalogs compiled by the build; see compiled-catalogs.ts. */
declare module '*.json?first' {
  const messages: import('@lingui/core').Messages
  export default messages
}
declare module '*.json?rest' {
  const messages: import('@lingui/core').Messages
  export default messages
}
declare module '*.json?all' {
  const messages: import('@lingui/core').Messages
  export default messages
}
declare module '*.json?admin' {
  const messages: import('@lingui/core').Messages
  export default messages
}
