import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { createHttp } from '#src/core/http/create-http.ts'
import { makeCall } from './call.ts'

let http: ReturnType<typeof createHttp> | null = null

/** Calls without a session: sign-in, sign-up, codes, public information. Throws ApiError. */
export const publicCall = makeCall(() => (http ??= createHttp(runtimeConfig().api_base_url)))
