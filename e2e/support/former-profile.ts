/**
 * A learner's browser storage as the last build with five databases left it (recorded with that build). Tokens are left
 * out, and what the server named is replaced: the story signs in and makes the thread and the attempt anew.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { SignedIn } from '#contract/auth/auth.ts'
import { DEMO_PASSWORD, PRODUCT_URL } from '#e2e/product.ts'

interface FormerStore {
  name: string
  keyPath: string | null
  autoIncrement: boolean
  indexes: { name: string; keyPath: string | string[] }[]
  rows: { key?: string; value: unknown }[]
}
interface FormerProfile {
  /** ms since 1970. */
  recordedAt: number
  attempt: string
  thread: number
  coursePath: string
  lessonPath: string
  local: Record<string, string>
  databases: { name: string; version: number; stores: FormerStore[] }[]
}

/** What the server of this story calls what was recorded. */
export interface Names {
  attempt: string
  thread: number
}

const DAY_MS = 86_400_000
const RECORDED = readFileSync(new URL('../fixtures/former-profile.json', import.meta.url), 'utf8')

/** The profile as if it had been recorded just now. */
export const formerProfile = ({ attempt, thread }: Names): FormerProfile => {
  const recorded = JSON.parse(RECORDED) as FormerProfile
  const passed = Date.now() - recorded.recordedAt
  const isRecent = (ms: number) => Math.abs(ms - recorded.recordedAt) < DAY_MS
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 'yyyy-mm-dd'.length)
  const textNow = (text: string) => {
    if (/^\d{4}-\d\d-\d\dT.*Z$/.test(text) && isRecent(Date.parse(text)))
      return new Date(Date.parse(text) + passed).toISOString()
    return text
      .replaceAll(recorded.attempt, attempt)
      .replaceAll(`/threads/${recorded.thread}/`, `/threads/${thread}/`)
      .replaceAll(dayOf(recorded.recordedAt), dayOf(Date.now()))
  }
  return JSON.parse(RECORDED, (key, value: unknown) => {
    if (key === 'threadId') return thread
    if (typeof value === 'number' && isRecent(value)) return value + passed
    return typeof value === 'string' ? textNow(value) : value
  }) as FormerProfile
}

const accountCall = async <T>(path: string, init: RequestInit): Promise<T> => {
  const answer = await fetch(`${PRODUCT_URL}/accounts/clients/7/user/${path}/`, init)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()) as T
}

interface Account {
  session: SignedIn
  deviceKey: { owner: string; keys: { version: number; key: string }[] }
}

/** A session and the keys that its device would have. */
export const accountOf = async (email: string): Promise<Account> => {
  const session = await accountCall<SignedIn>('login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  const deviceKey = await accountCall<Account['deviceKey']>('device-key', {
    headers: { authorization: `Bearer ${session.access_token}` },
  })
  return { session, deviceKey }
}

/** Encrypted by the former build when its owner signed out. */
interface FormerPiece {
  account: Account
  place: string
  key: string
  value: unknown
}

/** Writes the profile before the app of this build has run here. */
export const restoreProfile = async (
  page: Page,
  profile: FormerProfile,
  { signedIn, pieces }: { signedIn: Account; pieces: readonly FormerPiece[] },
) => {
  await page.route('**/restore-profile', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/restore-profile')
  const { session } = signedIn
  const local = {
    ...profile.local,
    token: session.access_token,
    user: JSON.stringify({ ...(JSON.parse(profile.local['user'] ?? '{}') as object), ...session }),
    sealed: '1',
  }
  const tokens = {
    userId: session.id,
    access_token: session.access_token,
    refresh_token: session.refresh_token,
  }
  await page.evaluate(writeProfile, { local, tokens, databases: profile.databases, signedIn, pieces })
  await page.unroute('**/restore-profile')
}

interface Given {
  local: Record<string, string>
  tokens: object
  databases: FormerProfile['databases']
  signedIn: Account
  pieces: readonly FormerPiece[]
}

/** Runs in the page. Keys cannot be recorded: the former build's code for them is repeated here. */
const writeProfile = async ({ local, tokens, databases, signedIn, pieces }: Given) => {
  const bytesOf = (base64url: string) =>
    Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
  const importKeys = ({ keys }: Account['deviceKey']) =>
    Promise.all(
      keys.map(async ({ version, key }) => ({
        version,
        key: await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['encrypt', 'decrypt']),
      })),
    )
  const personOf = ({ session }: Account) => `7:${session.id}`
  const encrypted = async ({ account, place, key, value }: FormerPiece) => {
    const [newest] = await importKeys(account.deviceKey)
    if (!newest) throw new Error('no key')
    const nonce = crypto.getRandomValues(new Uint8Array(12))
    const context = new TextEncoder().encode(`${personOf(account)} ${place} ${newest.version}`)
    const data = await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv: nonce, additionalData: context },
      newest.key,
      new TextEncoder().encode(JSON.stringify({ key, value })),
    )
    return { owner: account.deviceKey.owner, place, version: newest.version, nonce, data, at: Date.now() }
  }
  const ownKeys = {
    person: personOf(signedIn),
    owner: signedIn.deviceKey.owner,
    keys: await importKeys(signedIn.deviceKey),
    at: Date.now(),
  }
  const more: Record<string, { key?: string; value: unknown }[]> = {
    'lms/kv': [{ key: 'tokens', value: tokens }],
    'lms-sealed/keys': [{ value: ownKeys }],
    'lms-sealed/pieces': await Promise.all(pieces.map(async (piece) => ({ value: await encrypted(piece) }))),
  }
  for (const { name, version, stores } of databases)
    await new Promise<void>((resolve, reject) => {
      const opening = indexedDB.open(name, version)
      opening.onerror = () => reject(opening.error ?? new Error(name))
      opening.onupgradeneeded = () => {
        for (const { name: store, keyPath, autoIncrement, indexes } of stores) {
          const made = opening.result.createObjectStore(store, { keyPath, autoIncrement })
          for (const index of indexes) made.createIndex(index.name, index.keyPath)
        }
      }
      opening.onsuccess = () => {
        const db = opening.result
        const transaction = db.transaction([...db.objectStoreNames], 'readwrite', { durability: 'strict' })
        for (const { name: store, rows } of stores)
          for (const { key, value } of [...rows, ...(more[`${name}/${store}`] ?? [])])
            transaction.objectStore(store).put(value, key)
        transaction.onabort = () => reject(transaction.error ?? new Error(name))
        transaction.oncomplete = () => {
          db.close()
          resolve()
        }
      }
    })
  for (const [key, value] of Object.entries(local)) localStorage.setItem(key, value)
}
