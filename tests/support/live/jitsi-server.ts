/**
 * A stand-in for Jitsi's XMPP server with token authentication, written from XEP-0124, XEP-0206 and the documentation of
 * prosody's plugin: the token stands in the address, and the ANONYMOUS sign-in fails with `not-allowed` if it is wrong.
 */
import { jwtVerify } from 'jose'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const SASL = 'xmlns="urn:ietf:params:xml:ns:xmpp-sasl"'
const body = (attributes: string, inner: string) =>
  `<body xmlns="http://jabber.org/protocol/httpbind"${attributes}>${inner}</body>`

const verdict = async (token: string, appId: string, secret: string): Promise<string | null> => {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), { audience: 'jitsi' })
    return payload.iss === appId ? null : "Invalid issuer ('iss' claim)"
  } catch {
    return 'Invalid signature'
  }
}

export const startJitsi = async (appId: string, secret: string) => {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://jitsi.test')
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const sent = Buffer.concat(chunks).toString()
      if (url.pathname !== '/http-bind' || request.method !== 'POST') {
        response.writeHead(404).end()
        return
      }
      response.setHeader('content-type', 'text/xml')
      if (!sent.includes('<auth')) {
        response.end(
          body(
            ' sid="8c1e" wait="5"',
            `<stream:features><mechanisms ${SASL}><mechanism>ANONYMOUS</mechanism></mechanisms></stream:features>`,
          ),
        )
        return
      }
      void verdict(url.searchParams.get('token') ?? '', appId, secret).then((reason) =>
        response.end(
          body(
            '',
            reason === null
              ? `<success ${SASL}/>`
              : `<failure ${SASL}><not-allowed/><text>${reason.replaceAll("'", '&apos;')}</text></failure>`,
          ),
        ),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://jitsi.test:${port}`, close: () => new Promise((resolve) => server.close(resolve)) }
}
