/** The list of people of the admin area, as an admin narrows it. */
import { rate } from '../rates.ts'

const TARGET_P99_MS = 100
const PAGE = 'page=1&page_size=25&role=student'

/** `course` is the id of a course with thousands of learners. */
const CASES = (course: number) =>
  [
    ['everybody, by name', `${PAGE}&sort=name`],
    ['everybody, newest first', `${PAGE}&sort=newest`],
    ['a search', `${PAGE}&search=name%204711`],
    ['a search and three filters', `${PAGE}&search=usual&course=${course}&state=active&sort=newest`],
    ['three filters', `${PAGE}&course=${course}&state=inactive&sort=oldest`],
    ['page 400', `page=400&page_size=25&role=student&sort=name`],
  ] as const

export const measureStudents = async (clientUrl: string, token: string, course: number): Promise<void> => {
  for (const [name, query] of CASES(course)) {
    const url = `${clientUrl}/admin/students/?${query}`
    const headers = { authorization: `Bearer ${token}` }
    const found = (await (await fetch(url, { headers })).json()) as { count: number }
    const measured = await rate({ url, headers, connections: 1, seconds: 4 })
    const isMet = measured.p99Ms < TARGET_P99_MS && measured.errors === 0
    console.log(
      `students, ${name}`.padEnd(46) +
        `${found.count.toLocaleString('en')} people   p50 ${measured.p50Ms} ms   p99 ${measured.p99Ms} ms ` +
        `(< ${TARGET_P99_MS}: ${isMet ? 'met' : 'MISSED'})`,
    )
  }
}
