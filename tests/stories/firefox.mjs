#!/usr/bin/env node
/**
 * Lets Playwright use an installed Firefox as its executable: starts the browser named by FIREFOX, and relays between
 * it and Playwright, which both speak WebDriver BiDi.
 *
 * Playwright sets the color scheme of each new page with a command that the extended support release does not know, and
 * fails if it is rejected. Stories for Firefox need no color scheme, so this relay reports that one error as a success
 * and forwards everything else unchanged.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import WebSocket, { WebSocketServer } from 'ws'

const OPTIONAL = 'emulation.setMediaFeaturesOverride'
/** The line that Firefox prints when its socket is open; Playwright waits for it. */
const OPEN = /(WebDriver BiDi listening on )(ws:\/\/\S+)/

// The browser stays in this script's process group, which Playwright kills as a whole.
const firefox = spawn(process.env.FIREFOX ?? 'firefox-esr', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
firefox.once('exit', (code) => process.exit(code ?? 1))

createInterface({ input: firefox.stderr }).on('line', async (line) => {
  const [, words, address] = OPEN.exec(line) ?? []
  console.error(address ? `${words}${await relayTo(address)}` : line)
})

/** @returns the URL of a local socket that relays to the browser's socket */
async function relayTo(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (playwright, { url }) => {
    const browser = new WebSocket(address + url, { maxPayload: 0 })
    const connected = new Promise((resolve) => browser.once('open', resolve))
    const optional = new Set()
    playwright.on('message', async (data) => {
      const { id, method } = JSON.parse(data)
      if (method === OPTIONAL) optional.add(id)
      await connected
      browser.send(data.toString())
    })
    browser.on('message', (data) => playwright.send(forgive(data.toString(), optional)))
    playwright.once('close', () => browser.close())
    browser.once('close', () => playwright.close())
    for (const socket of [playwright, browser]) socket.on('error', () => socket.terminate())
  })
  await new Promise((resolve) => server.once('listening', resolve))
  return `ws://127.0.0.1:${server.address().port}`
}

/**
 * Turns the error of an unknown command into a success.
 * @param optional ids of the commands that the browser may not know.
 */
function forgive(text, optional) {
  if (optional.size === 0) return text
  const { id, error } = JSON.parse(text)
  if (!optional.delete(id) || error !== 'unknown command') return text
  return JSON.stringify({ type: 'success', id, result: {} })
}
