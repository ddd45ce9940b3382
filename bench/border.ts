/**
 * `npm run bench -- border`: rates of posts and comments, and what readers of the forum notice while 50 hostile bodies a
 * second arrive: floods of tags, bodies of the largest size that is still parsed, and question files. The target is at
 * most twice the quiet p99. BENCH_HOSTILE=0 measures only the rates, for a version that would stand still.
 */
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import { startProduct, temporaryData } from './product.ts'
import { rate, type Rate } from './rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4194)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6)
const CONNECTIONS = 8
const HOSTILE_PER_SECOND = 50
const CLIENT = 7
const FORUM = `/community-forum/api/clients/${CLIENT}`

const data = temporaryData()
const product = await startProduct(data.folder, PORT)

const tokenOf = async (email: string): Promise<string> => {
  const response = await fetch(`${product.url}/accounts/clients/${CLIENT}/user/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

const send = async (token: string, path: string, body: string | Buffer<ArrayBuffer>): Promise<Response> => {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body,
  })
  if (response.status >= 500 && response.status !== 503) throw new Error(`${path}: ${response.status}`)
  return response
}

/** Different posts one after the other on each connection; the same text twice would be refused. */
const rateOfPosts = async (token: string, path: string, bodyOf: (html: string) => object): Promise<Rate> => {
  const times: number[] = []
  let [number, errors] = [0, 0]
  const until = performance.now() + SECONDS * 1000
  const connection = async () => {
    while (performance.now() < until) {
      number += 1
      const html = `<p>Post ${number}: <b>a few</b> sentences of a post, as people write them.</p>`.repeat(3)
      const startedAt = performance.now()
      const response = await send(token, path, JSON.stringify(bodyOf(html)))
      await response.arrayBuffer()
      times.push(performance.now() - startedAt)
      if (response.status !== 201) errors += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  times.sort((a, b) => a - b)
  const quantile = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / SECONDS, p50Ms: quantile(0.5), p99Ms: quantile(0.99), errors }
}

/** Sends hostile bodies at a fixed rate, whether answers come or not; the result counts them by status. */
const startHostile = (student: string, teacher: string, comments: string) => {
  const comment = (html: string) => Buffer.from(JSON.stringify({ body: html, parent: null }))
  const file = (text: string, name: string) =>
    Buffer.from(JSON.stringify({ name, data: Buffer.from(text).toString('base64'), existing: [] }))
  const questions = `/api/clients/${CLIENT}/admin/question-files/`
  const kinds = [
    () => send(student, comments, tags),
    () => send(student, comments, deepest),
    () => send(teacher, questions, attributes),
    () => send(student, comments, marks),
  ]
  const tags = comment('<b>'.repeat(400_000))
  const deepest = comment('<p>'.repeat(20_000))
  const marks = comment(`Z${'\u0315\u0300'.repeat(250_000)}`)
  const attributes = file(
    `<a ${Array.from({ length: 100_000 }, (_none, index) => `a${index}="1"`).join(' ')}/>`,
    'q.xml',
  )
  const statuses: Record<number, number> = {}
  const open = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    const kind = kinds[sent % kinds.length]
    sent += 1
    const call = (kind?.() ?? Promise.reject(new Error('no kind')))
      .then(async (response) => {
        await response.arrayBuffer()
        statuses[response.status] = (statuses[response.status] ?? 0) + 1
      })
      .catch(() => {
        statuses[0] = (statuses[0] ?? 0) + 1
      })
      .finally(() => open.delete(call))
    open.add(call)
  }, 1000 / HOSTILE_PER_SECOND)
  return async () => {
    clearInterval(timer)
    await Promise.all(open)
    return { sent, statuses }
  }
}

const print = (name: string, { perSecond, p50Ms, p99Ms, errors }: Rate) =>
  console.log(
    `${name.padEnd(28)} ${perSecond.toFixed(0).padStart(6)}/s  p50 ${p50Ms.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms${errors > 0 ? `  ${errors} errors` : ''}`,
  )

try {
  const student = await tokenOf(demo.student)
  const teacher = await tokenOf(demo.instructor)
  const list = await fetch(`${product.url}${FORUM}/threads/`, {
    headers: { authorization: `Bearer ${student}` },
  })
  const thread = ((await list.json()) as { results: { id: number }[] }).results[0]?.id ?? 0
  const comments = `${FORUM}/threads/${thread}/comments/`
  const readers = () =>
    rate({
      url: `${product.url}${FORUM}/threads/`,
      headers: { authorization: `Bearer ${student}` },
      connections: CONNECTIONS,
      seconds: SECONDS,
    })
  const threadOf = (html: string) => ({ title: html.slice(3, 30), body: html, tags: [] })
  await rateOfPosts(student, `${FORUM}/threads/`, (html) => threadOf(html.replace('Post', 'First')))
  print('threads', await rateOfPosts(student, `${FORUM}/threads/`, threadOf))
  print('comments', await rateOfPosts(student, comments, (html) => ({ body: html, parent: null })))
  const quiet = await readers()
  print('readers, quiet', quiet)
  if (process.env['BENCH_HOSTILE'] !== '0') {
    const stopHostile = startHostile(student, teacher, comments)
    const busy = await readers()
    const { sent, statuses } = await stopHostile()
    print('readers, hostile bodies', busy)
    console.log(`${sent} hostile bodies: ${JSON.stringify(statuses)}`)
    console.log(`p99 ${(busy.p99Ms / quiet.p99Ms).toFixed(1)} times the quiet one (target: 2)`)
  }
} finally {
  await product.stop()
  data.remove()
}
