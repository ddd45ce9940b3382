import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmName, getCertificates, getCourseCertificate } from '#contract/certificates/certificates.ts'
import { authedCall } from '#src/core/api/authed-call.ts'

export const certificateKeys = {
  all: ['certificates'] as const,
  own: ['certificates', 'own'] as const,
  course: (courseId: number) => ['certificates', 'course', courseId] as const,
}

export const ownCertificatesQuery = () =>
  queryOptions({
    queryKey: certificateKeys.own,
    queryFn: ({ signal }) => authedCall(getCertificates, { signal }),
    staleTime: 0,
  })

export const courseCertificateQuery = (courseId: number) =>
  queryOptions({
    queryKey: certificateKeys.course(courseId),
    queryFn: ({ signal }) => authedCall(getCourseCertificate, { params: { courseId }, signal }),
    staleTime: 0,
  })

export const useConfirmName = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => authedCall(confirmName, { body: { name } }),
    onSuccess: async (own) => {
      client.setQueryData(certificateKeys.own, own)
      await client.invalidateQueries({
        queryKey: certificateKeys.all,
        predicate: ({ queryKey }) => queryKey[1] !== 'own',
      })
    },
  })
}
