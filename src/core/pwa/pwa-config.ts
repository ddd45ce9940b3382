import { DEFAULT_CLIENT_ID, runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { currentLanguage } from '#src/core/i18n/language.ts'
import { keys } from '#src/core/storage/keys.ts'
import { safeLocal } from '#src/core/storage/safe-storage.ts'

const positiveId = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isInteger(id) && id > 0 ? id : null
}

/** Spec 3: falls back to the stored user's clientId or client_id, then to 7. */
export const clientIdFrom = (configured: number | null, storedUser: string | null): number => {
  if (configured !== null) return configured
  try {
    const user = JSON.parse(storedUser ?? '') as { clientId?: unknown; client_id?: unknown } | null
    return positiveId(user?.clientId) ?? positiveId(user?.client_id) ?? DEFAULT_CLIENT_ID
  } catch {
    return DEFAULT_CLIENT_ID
  }
}

export const pwaConfig = () => {
  const { client, client_id } = runtimeConfig()
  return {
    clientId: clientIdFrom(client ? client_id : null, safeLocal.get(keys.user)),
    language: currentLanguage(),
  }
}
