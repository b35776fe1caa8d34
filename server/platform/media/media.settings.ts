import { type Environment, readAll, type SettingsGroup, urlOf } from '../environment.ts'
import { SettingError } from '../start-error.ts'
import type { S3Settings } from './s3.ts'

export interface MediaSettings {
  /** Null if uploaded pictures are stored in the data folder. */
  s3: S3Settings | null
}

export const MEDIA_SETTINGS: SettingsGroup = {
  title: 'Pictures in an S3-compatible bucket',
  settings: {
    S3_ENDPOINT: 'the URL of the S3 service; if unset, uploaded pictures are stored in DATA_DIR',
    S3_BUCKET: "the bucket's name; it can be private, because the shop serves the pictures",
    S3_ACCESS_KEY_ID:
      'the access key ID of an account allowed to read, write and delete objects in the bucket',
    S3_SECRET_ACCESS_KEY: 'the secret access key that belongs to S3_ACCESS_KEY_ID',
    S3_REGION: ['us-east-1', "the bucket's region"],
  },
}

const NEEDED = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** @throws SettingError */
export function readMediaSettings(env: Environment): MediaSettings {
  const url = urlOf(env, 'S3_ENDPOINT')
  if (!url) {
    const stray = NEEDED.find((name) => env[name])
    if (stray) throw new SettingError(`S3_ENDPOINT is missing: ${stray} has no effect without it`)
    return { s3: null }
  }
  const s3 = readAll({
    endpoint: () => url.href,
    bucket: () => neededOf(env, 'S3_BUCKET'),
    region: () => env.S3_REGION || 'us-east-1',
    accessKeyId: () => neededOf(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: () => neededOf(env, 'S3_SECRET_ACCESS_KEY'),
  })
  return { s3 }
}

function neededOf(env: Environment, name: (typeof NEEDED)[number]): string {
  const text = env[name]
  if (!text) throw new SettingError(`${name} is missing: S3_ENDPOINT needs it`)
  return text
}
