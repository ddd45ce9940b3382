import type { InviteLink } from '#contract/students/invite-links.ts'

declare module '#server/core/db/tables.ts' {
  interface Tables {
    invite_link: {
      client_id: number
      id: InviteLink['id']
      code: string
      course_id: number | null
      group_id: number | null
      made_by: number | null
      made_at: Date
      expires_at: Date
      people_max: number | null
      ended_at: Date | null
    }
    invite_use: {
      client_id: number
      link_id: InviteLink['id']
      user_id: number
      at: Date
    }
  }
}
