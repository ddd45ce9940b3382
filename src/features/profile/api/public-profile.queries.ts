import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getPublicProfile,
  getPublicSettings,
  savePublicSettings,
  type PublicProfileSettings,
} from '#contract/profile/public-profile.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { profileKeys } from './profile.keys.ts'

export const usePublicSettings = () => {
  const language = useLanguage()
  return useQuery({
    queryKey: [...profileKeys.publicSettings, language],
    queryFn: ({ signal }) => authedCall(getPublicSettings, { query: { language }, signal }),
  })
}

export const useSavePublicSettings = () => {
  const client = useQueryClient()
  const language = useLanguage()
  return useMutation({
    mutationFn: (body: Omit<PublicProfileSettings, 'whole'>) =>
      authedCall(savePublicSettings, { query: { language }, body }),
    onSuccess: (settings) => client.setQueryData([...profileKeys.publicSettings, language], settings),
  })
}

/** Read without a session: everybody gets the same. */
export const usePublicProfile = (handle: string) => {
  const language = useLanguage()
  return useQuery({
    queryKey: [...profileKeys.person, handle, language],
    queryFn: ({ signal }) =>
      publicCall(getPublicProfile, { params: { handle }, query: { language }, signal }),
    retry: false,
  })
}
