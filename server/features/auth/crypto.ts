import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

export { decrypt, encrypt } from '#server/core/security/encrypt.ts'

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export const hmac = (key: Buffer, ...parts: readonly (string | number)[]): Buffer =>
  // Prefix each part with its length: ('a', 'bc') and ('ab', 'c') must not collide.
  createHmac('sha256', key)
    .update(parts.map((part) => `${String(part).length}:${part}`).join(''))
    .digest()

export const hkdf = (material: string, info: string): Buffer =>
  Buffer.from(hkdfSync('sha256', material, '', info, 32))

export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)
