import { queryOptions } from '@tanstack/react-query'
import { withStablePaths } from '#contract/files/stored-path.ts'
import { parseVtt } from '../model/vtt.ts'

/** A captions file never changes under its stable path, whatever address it is fetched by. */
export const transcriptQuery = (url: string) =>
  queryOptions({
    queryKey: ['courses/learning', 'transcript', withStablePaths(url)] as const,
    queryFn: async ({ signal }) => {
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`captions: ${response.status}`)
      return parseVtt(await response.text())
    },
    enabled: url !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
