import { queryOptions } from '@tanstack/react-query'
import { parseVtt } from '../model/vtt.ts'

/** A captions file is public like the film it belongs to, and never changes under its address. */
export const transcriptQuery = (url: string) =>
  queryOptions({
    queryKey: ['courses/learning', 'transcript', url] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(url, { signal })
      if (!answer.ok) throw new Error(`captions: ${answer.status}`)
      return parseVtt(await answer.text())
    },
    enabled: url !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
