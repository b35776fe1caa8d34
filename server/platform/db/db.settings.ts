import { resolve } from 'node:path'
import { type Environment, type SettingsGroup, secretUrlOf } from '../environment.ts'

export interface DatabaseSettings {
  /** Null if the shop runs an embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** The absolute path of the folder for the embedded database, uploads and emails. */
  dataDir: string
}

export const DATABASE_SETTINGS: SettingsGroup = {
  title: 'Data',
  settings: {
    DATABASE_URL:
      'the URL of a PostgreSQL server, version 15 or later, postgres://...; if unset, the shop runs an embedded database in DATA_DIR',
    DATA_DIR: [
      './data',
      'folder for the embedded database, uploaded pictures, and emails if SMTP_URL is unset',
    ],
  },
}

/** @throws SettingError */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  return {
    databaseUrl: secretUrlOf(env, 'DATABASE_URL', ['postgres', 'postgresql']),
    dataDir: resolve(env.DATA_DIR || 'data'),
  }
}
