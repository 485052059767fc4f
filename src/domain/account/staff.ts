/** What a member of staff may do: `admin` everything, the others their own part. */
export const STAFF_ROLES = ['admin', 'approvals', 'finance', 'operations'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];
