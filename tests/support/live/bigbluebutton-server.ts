/**
 * A stand-in for BigBlueButton, written from its published API documentation: checksum over call, query and secret,
 * XML answers, `create` that is idempotent for the same parameters, `join` that redirects, `end`, `getMeetings`,
 * `getMeetingInfo`, `getRecordings` and `hooks/create`.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StandInMeeting {
  name: string
  createTime: number
  recorded: boolean
  attendees: { userId: string; name: string; role: string }[]
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
const failed = (key: string, message: string) =>
  `<response><returncode>FAILED</returncode><messageKey>${key}</messageKey><message>${message}</message></response>`
const success = (inner: string) =>
  `<?xml version="1.0"?>\n<response><returncode>SUCCESS</returncode>${inner}</response>`

export const startBigBlueButton = async (secret: string) => {
  const meetings = new Map<string, StandInMeeting>()
  const recordings = new Map<string, { id: string; url: string; minutes: number }[]>()
  const calls: string[] = []
  const hooks: string[] = []

  const create = (query: URLSearchParams) => {
    const id = query.get('meetingID') ?? ''
    const name = query.get('name') ?? ''
    if (id === '' || name === '') return failed('missingParam', 'A parameter is missing.')
    const existing = meetings.get(id)
    if (existing && existing.name !== name)
      return failed('idNotUnique', 'A meeting already exists with that ID.')
    const meeting = existing ?? {
      name,
      createTime: 1_700_000_000_000 + meetings.size,
      recorded: query.get('record') === 'true',
      attendees: [],
    }
    meetings.set(id, meeting)
    return success(
      `<meetingID>${escape(id)}</meetingID><createTime>${meeting.createTime}</createTime>` +
        (existing ? '<messageKey>duplicateWarning</messageKey>' : '<messageKey></messageKey>'),
    )
  }
  const join = (query: URLSearchParams) => {
    const meeting = meetings.get(query.get('meetingID') ?? '')
    if (!meeting) return failed('invalidMeetingIdentifier', 'The meeting does not exist.')
    if (query.get('createTime') !== String(meeting.createTime))
      return failed('mismatchCreateTimeParam', 'The createTime parameter submitted mismatches.')
    const role = query.get('role') ?? ''
    if (!['MODERATOR', 'VIEWER'].includes(role)) return failed('invalidParam', 'role')
    meeting.attendees.push({ userId: query.get('userID') ?? '', name: query.get('fullName') ?? '', role })
    return null
  }
  const info = (query: URLSearchParams) => {
    const meeting = meetings.get(query.get('meetingID') ?? '')
    if (!meeting) return failed('notFound', 'We could not find a meeting with that meeting ID')
    const attendees = meeting.attendees.map(
      ({ userId, name, role }) =>
        `<attendee><userID>${userId}</userID><fullName><![CDATA[${name}]]></fullName><role>${role}</role></attendee>`,
    )
    return success(
      `<meetingName>${escape(meeting.name)}</meetingName><attendees>${attendees.join('')}</attendees>`,
    )
  }
  const recorded = (query: URLSearchParams) => {
    const found = recordings.get(query.get('meetingID') ?? '') ?? []
    if (found.length === 0)
      return success('<recordings></recordings><messageKey>noRecordings</messageKey><message>none</message>')
    const list = found.map(
      ({ id, url, minutes }) =>
        `<recording><recordID>${id}</recordID><state>published</state><playback>` +
        `<format><type>presentation</type><url>${escape(url)}/presentation</url><length>${minutes}</length></format>` +
        `<format><type>video</type><url>${escape(url)}</url><length>${minutes}</length></format>` +
        '</playback></recording>',
    )
    return success(`<recordings>${list.join('\n')}</recordings>`)
  }
  const answer = (call: string, query: URLSearchParams): string | null => {
    if (call === 'create') return create(query)
    if (call === 'join') return join(query)
    if (call === 'end')
      return meetings.delete(query.get('meetingID') ?? '')
        ? success('<messageKey>sentEndMeetingRequest</messageKey>')
        : failed('notFound', 'We could not find a meeting with that meeting ID')
    if (call === 'getMeetings')
      return success(
        meetings.size === 0 ? '<meetings/><messageKey>noMeetings</messageKey>' : '<meetings></meetings>',
      )
    if (call === 'getMeetingInfo') return info(query)
    if (call === 'getRecordings') return recorded(query)
    if (call === 'hooks/create') {
      hooks.push(query.get('callbackURL') ?? '')
      return success(`<hookID>${hooks.length}</hookID>`)
    }
    return failed('unsupportedRequest', 'This request is not supported.')
  }

  const server = createServer((request, response) => {
    const [path = '', rawQuery = ''] = (request.url ?? '').split('?')
    const call = path.replace(/^\/bigbluebutton\/api\/?/, '')
    calls.push(call)
    if (!path.startsWith('/bigbluebutton/api/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome</body></html>')
      return
    }
    const [, signed = '', checksum = ''] = /^(.*?)&?checksum=([0-9a-f]*)$/.exec(rawQuery) ?? []
    const isGenuine =
      createHash('sha256')
        .update(call + signed + secret)
        .digest('hex') === checksum
    const body = isGenuine
      ? answer(call, new URLSearchParams(signed))
      : failed('checksumError', 'You did not pass the checksum security check')
    if (body === null) response.writeHead(302, { location: 'https://meet.test/html5client/join' }).end()
    else response.writeHead(200, { 'content-type': 'text/xml' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://bbb.test:${port}/bigbluebutton/`,
    /** The same server at its real address. */
    local: (address: string) => address.replace('bbb.test', '127.0.0.1'),
    meetings,
    recordings,
    calls,
    hooks,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
