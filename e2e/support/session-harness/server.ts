/** A test server with two calls whose responses the test chooses: the token refresh and one call that needs a token. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AddressInfo } from 'node:net'
import { buildPage } from '../build-page.ts'

export type RefreshMode =
  | 'normal'
  /** Rotates, then breaks the connection before the response. */
  | 'lose-answer'
  /** Accepts the call and never responds. */
  | 'hang'
  | 'no-network'
  | 'html'
  | 'empty'
  | 'portal'
  | number

export const LIFETIME_S = 900

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

const config = JSON.stringify({
  client_id: 7,
  api_base_url: '',
  build_id: 'harness',
  demo: false,
  client: null,
})
const html = `<!doctype html><title>harness</title><script type="application/json" id="runtime-config">${config}</script><script type="module" src="/harness.js"></script>`

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return JSON.parse(text || '{}') as unknown
}

const sendJson = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

export const startHarness = async () => {
  const script = await buildPage(import.meta.resolve('./page.ts'))
  let generation = 1
  let isCurrentUsed = false
  /** The server's time when a test sets it. */
  let time: number | null = null
  const nowMs = () => time ?? Date.now()
  const tokens = (gen: number) => {
    const iat = Math.floor(nowMs() / 1000)
    return {
      access_token: `${encode({ alg: 'none' })}.${encode({ gen, iat, exp: iat + LIFETIME_S })}.x`,
      refresh_token: `refresh-${gen}`,
    }
  }
  let current = tokens(generation)
  let minimumGeneration = 1
  const state = {
    mode: 'normal' as RefreshMode,
    /** Response time of a refresh. */
    answerMs: 0,
    refreshCalls: 0,
    rotations: 0,
    reuses: 0,
    pages: 0,
    /** False: using a token twice is a reuse at once and ends the family. */
    grace: true,
    hanging: [] as ServerResponse[],
  }

  const tokenOf = (request: IncomingMessage): { gen: number; exp: number } => {
    const [, payload] = (request.headers.authorization ?? '').split('.')
    try {
      return JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()) as { gen: number; exp: number }
    } catch {
      return { gen: 0, exp: 0 }
    }
  }

  let isRevoked = false
  const rotate = (token: string): boolean => {
    if (isRevoked) return false
    if (token === current.refresh_token) {
      generation += 1
      isCurrentUsed = false
      current = tokens(generation)
      state.rotations += 1
      return true
    }
    // The same successor as long as nobody has used it (trust 8.2).
    if (state.grace && token === `refresh-${generation - 1}` && !isCurrentUsed) return true
    state.reuses += 1
    isRevoked = !state.grace
    return false
  }

  const refresh = async (request: IncomingMessage, response: ServerResponse) => {
    const { refresh_token } = (await bodyOf(request)) as { refresh_token: string }
    state.refreshCalls += 1
    const { mode } = state
    if (mode === 'hang') return void state.hanging.push(response)
    const rotates = mode === 'normal' || mode === 'lose-answer'
    if (!rotates && state.answerMs > 0) await sleep(state.answerMs)
    if (mode === 'no-network') return void request.socket.destroy()
    if (mode === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Hotel</p>')
    if (mode === 'empty') return void response.writeHead(200).end()
    if (mode === 'portal') return void response.writeHead(302, { location: 'http://portal.invalid/' }).end()
    if (typeof mode === 'number') return sendJson(response, mode, { detail: 'no', message: 'no', code: 'x' })
    const isValid = rotate(refresh_token)
    if (state.answerMs > 0) await sleep(state.answerMs)
    if (mode === 'lose-answer') return void request.socket.destroy()
    if (!isValid)
      return sendJson(response, 401, { detail: 'reuse', message: 'reuse', code: 'refresh_failed' })
    sendJson(response, 200, current)
  }

  const protectedCall = (request: IncomingMessage, response: ServerResponse) => {
    const { gen, exp } = tokenOf(request)
    if (isRevoked || gen < minimumGeneration || exp * 1000 <= nowMs())
      return sendJson(response, 401, { detail: 'old', message: 'old', code: 'unauthenticated' })
    if (gen === generation) isCurrentUsed = true
    sendJson(response, 200, { id: 7 })
  }

  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path.endsWith('/refresh-token/')) return void refresh(request, response)
    if (path.startsWith('/api/')) return protectedCall(request, response)
    if (path === '/harness.js')
      return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    if (path.startsWith('/favicon')) return void response.writeHead(204).end()
    state.pages += 1
    response.writeHead(200, { 'content-type': 'text/html' }).end(html)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    state,
    /** Expires every access token issued so far. */
    expire: () => {
      minimumGeneration = generation + 1
    },
    /** Sets the server's time from now on. */
    setTime: (ms: number) => {
      time = ms
    },
    /** The response to a sign-in. */
    signedIn: (id = 1) => ({
      id,
      email: 'asha@kite.test',
      full_name: 'Asha Rao',
      username: 'asha',
      phone_number: null,
      profile_picture: null,
      role: 'student' as const,
      ...current,
    }),
    close: async () => {
      for (const response of state.hanging) response.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type Harness = Awaited<ReturnType<typeof startHarness>>
