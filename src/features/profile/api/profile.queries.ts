import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getProfile,
  removePicture,
  savePicture,
  saveProfile,
  type OwnProfile,
  type ProfileChange,
} from '#contract/profile/profile.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { updateUser } from '#src/core/session/session.ts'
import { profileKeys } from './profile.keys.ts'

export const useProfile = () =>
  useQuery({
    queryKey: profileKeys.own,
    queryFn: ({ signal }) => authedCall(getProfile, { signal }),
  })

/** The saved profile is the server's answer; the name and picture in the bars follow it. */
const useProfileMutation = <Input>(save: (input: Input) => Promise<OwnProfile>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (profile) => {
      client.setQueryData(profileKeys.own, profile)
      const { full_name, phone_number, profile_picture } = profile
      updateUser({ full_name, phone_number, profile_picture })
    },
  })
}

export const useSaveProfile = () =>
  useProfileMutation((body: ProfileChange) => authedCall(saveProfile, { body }))

export const useSavePicture = () =>
  useProfileMutation((picture: string) => authedCall(savePicture, { body: { picture } }))

export const useRemovePicture = () => useProfileMutation(() => authedCall(removePicture))
