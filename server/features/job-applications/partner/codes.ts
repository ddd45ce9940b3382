/** What opens a link of a job: made from its id and nonce under the installation's secret, and never stored. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const MAC_CHARS = 32
const CODE = /^([1-9]\d{0,9})-([A-Za-z0-9_-]{32})$/
const INT_MAX = 2_147_483_647

interface LinkKey {
  readonly clientId: number
  readonly id: number
  readonly nonce: string
}

const macOf = (key: Buffer | string, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url').slice(0, MAC_CHARS)
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

export const createCodes = (key: Buffer | string) => {
  const codeOf = ({ clientId, id, nonce }: LinkKey) => `${id}-${macOf(key, `${clientId}.${id}.${nonce}`)}`
  const fileMac = ({ clientId, id, nonce }: LinkKey, applicationId: number, until: number) =>
    macOf(key, `${clientId}.${id}.${nonce}.${applicationId}.${until}`)
  return {
    codeOf,
    /** The id that the code names; null for what is no code. */
    idIn: (code: string): number | null => {
      const id = Number(CODE.exec(code)?.[1])
      return id > 0 && id <= INT_MAX ? id : null
    },
    isCodeOf: (link: LinkKey, code: string): boolean => isSame(codeOf(link), code),
    fileMac,
    isFileMac: (link: LinkKey, applicationId: number, until: number, mac: string): boolean =>
      isSame(fileMac(link, applicationId, until), mac),
  }
}
export type Codes = ReturnType<typeof createCodes>
