declare module '@adobe/structured-data-validator' {
  interface Issue {
    severity: 'ERROR' | 'WARNING'
    issueMessage: string
    path: object[]
  }
  /** @param schema the vocabulary of schema.org; without it, only Google's requirements are checked */
  export default class Validator {
    constructor(schema?: object)
    validate(found: { jsonld: Partial<Record<string, object[]>> }): Promise<Issue[]>
  }
}
