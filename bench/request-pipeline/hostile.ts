/**
 * Sends hostile bodies at a fixed rate, whether answers come or not: floods of tags, bodies of the largest size that is
 * still parsed, and question files. Runs in a process of its own with the lowest priority, because strangers do not
 * share the server's processor. Ends on a message and reports the answers by status.
 */
import { Agent, request } from 'node:http'
import { constants, setPriority } from 'node:os'
import type { HostileOrder, HostileReport } from './hostile-order.ts'

const PER_SECOND = 50

setPriority(constants.priority.PRIORITY_LOW)
const agent = new Agent({ keepAlive: true })

/** The server delays senders of refused bodies, and the bench does not wait for those answers. */
const LAST_ANSWERS_MS = 2_000

/** The status of the answer; 0 when there was none. */
const post = (url: string, token: string, body: Buffer): Promise<number> =>
  new Promise((resolve) => {
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Bearer ${token}`,
    }
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    call.on('error', () => resolve(0)).end(body)
  })

const bodiesOf = ({ student, teacher, comments, questions }: HostileOrder) => {
  const comment = (html: string) => ({
    url: comments,
    token: student,
    body: Buffer.from(JSON.stringify({ body: html, parent: null })),
  })
  const names = Array.from({ length: 100_000 }, (_none, index) => `a${index}="1"`).join(' ')
  const attributes = Buffer.from(`<a ${names}/>`).toString('base64')
  return {
    tags: comment('<b>'.repeat(400_000)),
    deepest: comment('<p>'.repeat(20_000)),
    attributes: {
      url: questions,
      token: teacher,
      body: Buffer.from(JSON.stringify({ name: 'q.xml', data: attributes, existing: [] })),
    },
    marks: comment(`Z${'\u0315\u0300'.repeat(250_000)}`),
  }
}

process.once('message', (order: HostileOrder) => {
  const kinds = Object.entries(bodiesOf(order)).filter(([name]) => order.only === null || order.only === name)
  const statuses: Record<string, number> = {}
  const open = new Set<Promise<void>>()
  let sent = 0
  const sendNext = () => {
    const [name, { url, token, body }] = kinds[sent % kinds.length]!
    sent += 1
    const call = post(url, token, body).then((status) => {
      const key = `${name} ${status}`
      statuses[key] = (statuses[key] ?? 0) + 1
      open.delete(call)
    })
    open.add(call)
  }
  const startedAt = performance.now()
  // Catches up when a timer was late: the rate holds whatever else runs.
  const timer = setInterval(() => {
    while (sent < ((performance.now() - startedAt) * PER_SECOND) / 1000) sendNext()
  }, 1000 / PER_SECOND)
  process.once('message', () => {
    clearInterval(timer)
    setTimeout(() => agent.destroy(), LAST_ANSWERS_MS).unref()
    void Promise.all(open).then(() => {
      const report: HostileReport = { sent, statuses }
      process.send?.(report, () => process.disconnect())
    })
  })
})
