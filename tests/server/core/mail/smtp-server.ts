import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface ReceivedMail {
  from: string
  to: string[]
  /** Headers and body as received. */
  data: string
}

/**
 * A small SMTP server that stores received mails. Replies to DATA with the next of `state.answers`, and with `state.answer`
 * when there is none, by default 250.
 */
export const startSmtpServer = async () => {
  const received: ReceivedMail[] = []
  const state: { answer: string; answers: string[] } = { answer: '250 ok', answers: [] }
  const serve = (socket: Socket) => {
    let mail: ReceivedMail = { from: '', to: [], data: '' }
    let inData = false
    let buffer = ''
    socket.on('error', () => undefined)
    socket.write('220 test\r\n')
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8')
      for (;;) {
        const end = buffer.indexOf(inData ? '\r\n.\r\n' : '\r\n')
        if (end === -1) return
        const part = buffer.slice(0, end)
        buffer = buffer.slice(end + (inData ? 5 : 2))
        if (inData) {
          inData = false
          const answer = state.answers.shift() ?? state.answer
          if (answer.startsWith('250')) received.push({ ...mail, data: part })
          mail = { from: '', to: [], data: '' }
          socket.write(`${answer}\r\n`)
          continue
        }
        const command = part.toUpperCase()
        if (command.startsWith('MAIL FROM:')) mail.from = /<(.*)>/.exec(part)?.[1] ?? ''
        if (command.startsWith('RCPT TO:')) mail.to.push(/<(.*)>/.exec(part)?.[1] ?? '')
        if (command === 'DATA') {
          inData = true
          socket.write('354 continue\r\n')
        } else if (command === 'QUIT') socket.end('221 bye\r\n')
        else if (command === 'STARTTLS') socket.write('502 not here\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  }
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    state,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
