declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING'
    issueMessage: string
    path: object[]
  }
  /** @param schema of schema.org; without it only what Google asks for is checked. */
  export default class Validator {
    constructor(schema?: object)
    /** @param found the facts by their type. */
    validate(found: { jsonld: Partial<Record<string, object[]>> }): Promise<Issue[]>
  }
}
