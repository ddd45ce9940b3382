/** A file of 10,000 people, half of them new: reading it, the dry run, the import, and undoing it. */
import { randomUUID } from 'node:crypto'
import type { StudentImport } from '#contract/students/imports.ts'

const ROWS = 10_000
const TARGET_MS = 30_000
/** As often as the page of an import does. */
const LOOK_EVERY_MS = 1000

const verdict = (isMet: boolean) => (isMet ? 'met' : 'MISSED')
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** The bench learners are there already; every one of them gets a phone number, and everybody a course. */
const people = (course: string): string =>
  [
    'Name,Email,Phone,Course',
    ...Array.from({ length: ROWS }, (_, n) =>
      n % 2 === 0
        ? `Learner with a usual name ${n / 2 + 1},bench${n / 2 + 1}@demo.test,+91 ${10_000_000 + n},${course}`
        : `New learner ${n},new${n}@bench.test,+91 ${20_000_000 + n},${course}`,
    ),
  ].join('\r\n')

export const measureImport = async (
  clientUrl: string,
  token: string,
  { course }: { course: string },
): Promise<void> => {
  const call = async <T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> => {
    const response = await fetch(`${clientUrl}/admin/student-imports/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  const untilState = async (id: string, state: StudentImport['state']): Promise<StudentImport> => {
    for (;;) {
      const file = await call<StudentImport>('GET', `${id}/`)
      if (file.state === state) return file
      if (file.state === 'failed') throw new Error('the import stopped')
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
  const timed = async <T>(work: () => Promise<T>): Promise<[T, number]> => {
    const startedAt = performance.now()
    return [await work(), performance.now() - startedAt]
  }
  const data = Buffer.from(people(course)).toString('base64')
  const [{ import: file }, read] = await timed(() =>
    call<{ import: StudentImport | null }>('POST', '', {
      idempotency_key: randomUUID(),
      file_name: 'people.csv',
      data,
    }),
  )
  if (!file) throw new Error('the file was not read')
  const { id, mapping } = file
  const [, checked] = await timed(async () => {
    await call('POST', `${id}/check/`, { mapping, language: 'en' })
    return untilState(id, 'checked')
  })
  const [done, written] = await timed(async () => {
    await call('POST', `${id}/run/`, { sends_invitations: true })
    return untilState(id, 'done')
  })
  const [undone, back] = await timed(async () => {
    await call('POST', `${id}/undo/`)
    return untilState(id, 'undone')
  })
  const total = read + checked + written
  console.log(
    `import of ${ROWS.toLocaleString('en')} people`.padEnd(46) +
      `${seconds(total)} (< ${seconds(TARGET_MS)}: ${verdict(total < TARGET_MS)})   read ${seconds(read)}, ` +
      `dry run ${seconds(checked)}, import ${seconds(written)} (${done.results.created} new, ` +
      `${done.results.updated} changed, with invitations), undone in ${seconds(back)} (${undone.undone.removed} removed)`,
  )
}
