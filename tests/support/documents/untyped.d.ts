// Independent verifiers, which have no types of their own.
declare module '@digitalcredentials/vc' {
  export const verifyCredential: (options: {
    credential: object
    suite: unknown
    documentLoader: (url: string) => Promise<object>
    checkStatus?: (options: { credential: object }) => Promise<{ verified: boolean }>
    now?: Date
  }) => Promise<{ verified: boolean; error?: unknown }>
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown })
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown
}
declare module '@digitalbazaar/bitstring' {
  export class Bitstring {
    constructor(options: { buffer: Uint8Array })
    get(position: number): boolean
    length: number
    static decodeBits(options: { encoded: string }): Promise<Uint8Array>
  }
}
