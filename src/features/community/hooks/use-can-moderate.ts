import { selectUser } from '#src/core/session/auth-slice.ts'
import { roleFlags } from '#src/core/session/roles.ts'
import { useAppSelector } from '#src/core/store/hooks.ts'

/** Instructors and admins moderate (rules: Community). */
export const useCanModerate = (): boolean => roleFlags(useAppSelector(selectUser).role).mayEnterAdmin
