import { ProviderError, type LiveProvider } from './provider.ts'

/** Any link that the host pasted: Zoom, Meet, Teams. The service tells us nothing, so there is nothing to make or to end. */
export const linkProvider: LiveProvider = {
  create: () => Promise.resolve(),
  joinUrl: ({ meetingLink }) =>
    meetingLink?.startsWith('https://')
      ? Promise.resolve(meetingLink)
      : Promise.reject(new ProviderError('address')),
  end: () => Promise.resolve(),
  attendance: () => Promise.resolve(null),
  recordings: () => Promise.resolve(null),
  check: () => Promise.resolve(),
}
