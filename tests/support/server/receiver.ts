/** A server of somebody else, which keeps what it gets. */
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}
export interface Receiver {
  readonly port: number
  readonly received: Received[]
  /** What it answers from now on; `hold` waits for `letGo` first. */
  readonly answer: { status: number; body: string; headers: Record<string, string>; hold: boolean }
  readonly letGo: () => void
  readonly close: () => Promise<void>
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  const held: (() => void)[] = []
  const answer: Receiver['answer'] = { status: 200, body: 'ok', headers: {}, hold: false }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8')
      received.push({ path: request.url ?? '', headers: request.headers, body })
      const send = () => response.writeHead(answer.status, answer.headers).end(answer.body)
      if (answer.hold && request.url === '/slow') held.push(send)
      else send()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    answer,
    letGo: () => {
      for (const send of held.splice(0)) send()
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
