import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { SERVER_FLAGS } from '../../scripts/setup.mjs'
import { keepToServerCores } from './cores.ts'

/**
 * Starts a server in its own process, on the server cores.
 * @param script a file in this folder that sends its port once it is listening.
 * @returns the port; `ask`, which requests a figure from the server by name; and `stop`.
 */
export async function forked(script: string, setup: object) {
  const child: ChildProcess = fork(join(import.meta.dirname, script), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: SERVER_FLAGS,
  })
  keepToServerCores(child.pid)
  const next = <T>() =>
    new Promise<T>((resolve, reject) => {
      const fail = () => reject(new Error(`${script} exited too early`))
      child.once('exit', fail)
      child.once('message', (message) => {
        child.off('exit', fail)
        resolve(message as T)
      })
    })
  child.send(setup)
  const { port } = await next<{ port: number }>()
  return {
    port,
    ask: <T>(wish: string) => {
      child.send(wish)
      return next<T>()
    },
    stop: () => void child.kill(),
  }
}
