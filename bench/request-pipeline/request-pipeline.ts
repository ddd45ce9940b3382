/**
 * `npm run bench -- request-pipeline`: rates of posts and comments, and what readers of the forum notice while 50 hostile bodies a
 * second arrive: floods of tags, bodies of the largest size that is still parsed, and question files. The target is at
 * most twice the quiet p99. BENCH_HOSTILE=0 measures only the rates, for a version that would stand still.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { DEMO_PASSWORD, demo } from '#e2e/product.ts'
import type { HostileOrder, HostileReport } from './hostile-order.ts'
import { startProduct, temporaryData } from '../product.ts'
import { rate, type Rate } from '../rates.ts'

const PORT = Number(process.env['BENCH_PORT'] ?? 4194)
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const CONNECTIONS = 8
const ROUNDS = 5
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

/** Starts the sender of hostile bodies in its own process; the result ends it and returns its report. */
const startHostile = (order: HostileOrder) => {
  const sender = fork(new URL('./hostile.ts', import.meta.url), { stdio: 'inherit' })
  sender.send(order)
  return async (): Promise<HostileReport> => {
    const reported = once(sender, 'message')
    sender.send('stop')
    const [report] = (await reported) as [HostileReport]
    return report
  }
}

/** Quiet and hostile rounds in turn, because other programs on the machine disturb both; the median of each counts. */
const compareReaders = async (
  readers: () => Promise<Rate>,
  start: typeof startHostile,
  order: HostileOrder,
): Promise<void> => {
  const rounds: { quiet: Rate; hostile: Rate }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await readers()
    const stop = start(order)
    const hostile = await readers()
    const { sent, statuses } = await stop()
    rounds.push({ quiet, hostile })
    print(`readers, quiet, round ${round + 1}`, quiet)
    print(`readers, hostile, round ${round + 1}`, hostile)
    console.log(`${sent} hostile bodies: ${JSON.stringify(statuses)}`)
  }
  const median = (kind: 'quiet' | 'hostile') =>
    rounds.map((round) => round[kind].p99Ms).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  const [quiet, hostile] = [median('quiet'), median('hostile')]
  console.log(
    `median p99: quiet ${quiet} ms, hostile ${hostile} ms, ${(hostile / quiet).toFixed(1)} times (target: 2)`,
  )
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
  if (process.env['BENCH_HOSTILE'] === '0') print('readers, quiet', await readers())
  else
    await compareReaders(readers, startHostile, {
      student,
      teacher,
      comments: product.url + comments,
      questions: `${product.url}/api/clients/${CLIENT}/admin/question-files/`,
      only: process.env['BENCH_HOSTILE'] ?? null,
    })
} finally {
  await product.stop()
  data.remove()
}
