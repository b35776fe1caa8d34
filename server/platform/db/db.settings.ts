/** Where the data is. */
import { resolve } from 'node:path'
import { type Environment, type SettingsGroup, secretUrlOf } from '../environment.ts'

export interface DatabaseSettings {
  /** Null keeps everything in a PostgreSQL of the shop's own, in `dataDir`. */
  databaseUrl: string | null
  /** Absolute: the embedded database, uploads, mails. */
  dataDir: string
}

export const DATABASE_SETTINGS: SettingsGroup = {
  title: 'Data',
  settings: [
    {
      name: 'DATABASE_URL',
      byDefault: null,
      meaning: 'PostgreSQL 15 or later, postgres://...; without it an embedded one in DATA_DIR',
    },
    {
      name: 'DATA_DIR',
      byDefault: './data',
      meaning: 'embedded database, uploads, mail that was not sent by SMTP',
    },
  ],
}

/** @throws SettingError */
export function readDatabaseSettings(env: Environment): DatabaseSettings {
  return {
    databaseUrl: secretUrlOf(env, 'DATABASE_URL', ['postgres', 'postgresql']),
    dataDir: resolve(env.DATA_DIR || 'data'),
  }
}
