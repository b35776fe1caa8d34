/** Copies of the demo's database, which the stories' shared shop fills when it starts. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { administer, databaseUrl } from '#tests/kit/databases.ts'

/** The folder for the files of a run; `playwright.config.ts` sets it. */
export const STORIES_FOLDER = process.env.STORIES_FOLDER ?? ''

/** A file with the URL of the demo's database. */
export const DEMO_URL_FILE = join(STORIES_FOLDER, 'demo-url')

interface Copy {
  url: string
  drop(): Promise<void>
}

let copies = 0

export async function copyDemo(): Promise<Copy> {
  const demo = readFileSync(DEMO_URL_FILE, 'utf8')
  const name = `barq_story_${process.pid}_${copies++}`
  const url = await databaseOn(demo, name, new URL(demo).pathname.slice(1))
  return {
    url,
    drop: () =>
      administer(databaseUrl(demo, 'postgres'), `drop database if exists ${name} with (force)`),
  }
}

/**
 * Creates a database.
 * @param server the URL of any database on the same server.
 * @returns the new database's URL.
 */
export async function databaseOn(
  server: string,
  name: string,
  template = 'template0',
): Promise<string> {
  await administer(
    databaseUrl(server, 'postgres'),
    `create database ${name} template ${template} encoding 'UTF8'`,
  )
  return databaseUrl(server, name)
}
