/** Parses server-sent events from text chunks (HTML standard, "event stream"). */
export interface ServerEvent {
  name: string
  /** The event's id, or null. */
  id: string | null
  data: string
}

/** `feed` returns the events that a chunk completes. Comments are only heartbeats. */
export const createEventParser = () => {
  let rest = ''
  let event: ServerEvent = { name: 'message', id: null, data: '' }
  const readLine = (line: string): ServerEvent | null => {
    if (line === '') {
      const complete = event
      event = { name: 'message', id: null, data: '' }
      return complete.data === '' ? null : complete
    }
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event.name = value
    if (field === 'id') event.id = value
    if (field === 'data') event.data = event.data === '' ? value : `${event.data}\n${value}`
    return null
  }
  return {
    feed: (text: string): ServerEvent[] => {
      const lines = `${rest}${text}`.split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      return lines.flatMap((line) => readLine(line) ?? [])
    },
  }
}
