/** What the stand-ins of payment providers share: an HTTP server on this machine that can be down. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandInRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: string
}
export interface StandInAnswer {
  readonly status: number
  readonly body: unknown
}

export interface StandInServer {
  readonly port: number
  /** Every request so far: method and path. */
  readonly calls: string[]
  /** While it is down, connections break without an answer. */
  setDown: (isDown: boolean) => void
  readonly close: () => Promise<void>
}

export const startStandIn = async (
  answer: (request: StandInRequest) => StandInAnswer,
): Promise<StandInServer> => {
  const calls: string[] = []
  let isDown = false
  const server = createServer((request, response) => {
    if (isDown) {
      request.socket.destroy()
      return
    }
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://stand-in')
      const method = request.method ?? 'GET'
      calls.push(`${method} ${url.pathname}`)
      const body = Buffer.concat(chunks).toString('utf8')
      const given = answer({ method, url, headers: request.headers, body })
      response.writeHead(given.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(given.body))
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    calls,
    setDown: (next) => {
      isDown = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
