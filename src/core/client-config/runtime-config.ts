/** What the server wrote into the page; a statically hosted build asks for /runtime-config.json instead. */
import type { PublicInfo, RuntimeConfig } from '#contract/client-info/client-info.ts'

/** Spec 3, 9: the default client. */
export const DEFAULT_CLIENT_ID = 7

let current: RuntimeConfig | null = null

const fallback: RuntimeConfig = {
  client_id: DEFAULT_CLIENT_ID,
  api_base_url: '',
  build_id: '',
  demo: false,
  client: null,
}

const parse = (text: string | null | undefined): RuntimeConfig | null => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? { ...fallback, ...value } : null
  } catch {
    return null
  }
}

/** Parsed once; before {@link loadRuntimeConfig} found one it is the default client's without information. */
export const runtimeConfig = (): RuntimeConfig => {
  current ??= parse(document.getElementById('runtime-config')?.textContent)
  return current ?? fallback
}

export const clientId = (): number => runtimeConfig().client_id

const getJson = async (url: string): Promise<string | null> => {
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, cache: 'no-store' })
    return response.ok ? await response.text() : null
  } catch {
    return null
  }
}

/** The page's own configuration at once; else the static file, and the public information it may leave out. */
export const loadRuntimeConfig = async (): Promise<RuntimeConfig> => {
  const inPage = parse(document.getElementById('runtime-config')?.textContent)
  if (inPage) return (current = inPage)
  const found = parse(await getJson('/runtime-config.json')) ?? fallback
  if (found.client) return (current = found)
  const info = await getJson(`${found.api_base_url}/api/clients/${found.client_id}/public-info/`)
  const client = info === null ? null : (JSON.parse(info) as PublicInfo)
  return (current = { ...found, client })
}

/** For tests: the next read starts afresh. */
export const setRuntimeConfig = (config: RuntimeConfig | null) => {
  current = config
}
