/** A10: texts that would run in a page that treats them as HTML. */

const MARK = 'window.planted=(window.planted||0)+1'

/** Payloads for different contexts: elements, attributes, URLs, templates, broken markup, spreadsheets. */
export const PAYLOADS: readonly string[] = [
  `<script>${MARK}</script>`,
  `<img src=x onerror="${MARK}">`,
  `<img src=x onerror=alert(1) planted>`,
  `<svg onload="${MARK}">`,
  `<svg><script>${MARK}</script></svg>`,
  `<svg/onload=${MARK}>`,
  `<body onload="${MARK}">`,
  `<iframe srcdoc="<script>parent.planted=1</script>">`,
  `<iframe src="javascript:parent.planted=1">`,
  `<a href="javascript:${MARK}" planted>a</a>`,
  `<a href="data:text/html,<script>1</script>" planted>a</a>`,
  `<input autofocus onfocus="${MARK}">`,
  `<details open ontoggle="${MARK}">x</details>`,
  `<video><source onerror="${MARK}"></video>`,
  `<audio src=x onerror="${MARK}">`,
  `<object data="javascript:${MARK}" planted>`,
  `<embed src="javascript:${MARK}" planted>`,
  `<form action="javascript:${MARK}" planted><button>b</form>`,
  `<button formaction="javascript:1" planted>b</button>`,
  `<math href="javascript:${MARK}" planted>m</math>`,
  `<base href="https://evil.example/" planted>`,
  `<meta http-equiv="refresh" content="0;url=//evil.example" planted>`,
  `<link rel=stylesheet href="//evil.example/x.css" planted>`,
  `<style planted>*{background:url(//evil.example)}</style>`,
  `<style>@import '//evil.example';</style>`,
  `<template planted><script>1</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${MARK}>">`,
  `<textarea planted></textarea><script>${MARK}</script>`,
  `</title><script>${MARK}</script>`,
  `</script><script>${MARK}</script>`,
  `</style><script>${MARK}</script>`,
  `--><script>${MARK}</script>`,
  `]]><script>${MARK}</script>`,
  `"><img src=x onerror="${MARK}">`,
  `'><img src=x onerror='${MARK}'>`,
  `" onmouseover="${MARK}" planted="`,
  `' onfocus='${MARK}' autofocus='`,
  `\`><img src=x onerror=${MARK}>`,
  `<img src=\`x\` onerror=${MARK}>`,
  `<IMG SRC=x OnErRoR="${MARK}">`,
  `<img/src=x/onerror=${MARK}>`,
  `<<script>${MARK}//<</script>`,
  `<scr<script>ipt>${MARK}</scr</script>ipt>`,
  `&lt;img src=x onerror=${MARK}&gt;`,
  `&#60;img src=x onerror=${MARK}&#62;`,
  `%3Cimg src=x onerror=${MARK}%3E`,
  `\\u003cimg src=x onerror=${MARK}\\u003e`,
  `\\x3cimg src=x\\x3e`,
  `javascript:${MARK}`,
  `JaVaScRiPt:${MARK}`,
  `data:text/html,<script>1</script>`,
  `vbscript:msgbox(1)`,
  `{{constructor.constructor('${MARK}')()}}`,
  `\${${MARK}}`,
  `#{${MARK}}`,
  `<%= 7*7 %>`,
  `{"__html":"<b planted>b</b>"}`,
  `[object Object]<b planted>b</b>`,
  `\u202e<b planted>b</b>\u202c`,
  `=HYPERLINK("https://evil.example","x")`,
  `+cmd|' /C calc'!A0`,
  `@SUM(1+1)*cmd|' /C calc'!A0`,
  `-2+3+cmd|' /C calc'!A0`,
]

/** Joins payloads into texts of at most `max` characters; a longer payload is cut off. */
export function packed(max: number): string[] {
  const texts: string[] = []
  for (const payload of PAYLOADS) {
    const last = texts.at(-1)
    if (last !== undefined && last.length + payload.length < max) {
      texts[texts.length - 1] = `${last} ${payload}`
    } else {
      texts.push(payload.slice(0, max))
    }
  }
  return texts
}

/**
 * Runs in the page.
 * @returns descriptions of payloads that became more than text.
 */
export function whatBecameMarkup(): string[] {
  const found: string[] = []
  const ran = (window as unknown as { planted?: number }).planted
  if (ran !== undefined) found.push(`a payload ran ${ran} times`)
  for (const element of document.querySelectorAll('*')) {
    const what = element.outerHTML.slice(0, 120)
    if (element.hasAttribute('planted')) found.push(`markup of a payload: ${what}`)
    for (const { name, value } of element.attributes) {
      if (/^on/i.test(name)) found.push(`a handler in markup: ${what}`)
      const isAddress = /^(href|src|action|formaction|data|srcset|xlink:href|poster)$/i.test(name)
      if (isAddress && /^\s*(javascript|vbscript|data:(?!image\/))/i.test(value)) {
        found.push(`a URL that runs a script: ${what}`)
      }
      if (isAddress && value.includes('evil.example')) found.push(`a URL of another site: ${what}`)
    }
    const isOurs =
      !(element instanceof HTMLScriptElement) ||
      element.src.startsWith(location.origin) ||
      // The settings in the document are data, not a script.
      (element.id === 'config' && element.type === 'application/json')
    if (!isOurs) found.push(`a script that is not ours: ${what}`)
  }
  return found
}
