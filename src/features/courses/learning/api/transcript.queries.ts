import { queryOptions } from '@tanstack/react-query'
import { parseVtt } from '../model/vtt.ts'

/** A captions file is public like its video and never changes under its URL. */
export const transcriptQuery = (url: string) =>
  queryOptions({
    queryKey: ['courses/learning', 'transcript', url] as const,
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`captions: ${response.status}`)
      return parseVtt(await response.text())
    },
    enabled: url !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
