/** Spec 4: a 401 triggers one refresh; concurrent requests wait, then retry with the new access token. */
import type { AxiosInstance, InternalAxiosRequestConfig } from 'axios'
import axios from 'axios'

export interface RefreshParts {
  accessToken: () => string | null
  /** Gives a token in place of the failed one, or throws. */
  refresh: (failed: string | null) => Promise<string>
}

interface Config extends InternalAxiosRequestConfig {
  /** Set before awaiting, so that one request retries once (trust pitfall 4). */
  _retried?: boolean
  _sentToken?: string | null
}

/** Adds bearer and refresh to an instance; knows neither storage nor session. */
export const withRefresh = (http: AxiosInstance, parts: RefreshParts): AxiosInstance => {
  http.interceptors.request.use((config: Config) => {
    config._sentToken = parts.accessToken()
    if (config._sentToken) config.headers.set('Authorization', `Bearer ${config._sentToken}`)
    return config
  })
  http.interceptors.response.use(undefined, async (error: unknown) => {
    if (!axios.isAxiosError(error) || error.response?.status !== 401) throw error
    const config = error.config as Config | undefined
    if (!config || config._retried) throw error
    config._retried = true
    const token = await parts.refresh(config._sentToken ?? null)
    if (token === config._sentToken) throw error
    return http.request(config)
  })
  return http
}
