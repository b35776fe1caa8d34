declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING'
    issueMessage: string
    path: object[]
  }
  /** @param schema of schema.org; if omitted, only what Google requires is checked. */
  export default class Validator {
    constructor(schema?: object)
    /** @param found the data by type. */
    validate(found: { jsonld: Partial<Record<string, object[]>> }): Promise<Issue[]>
  }
}
