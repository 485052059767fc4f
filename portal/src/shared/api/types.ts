/** The types of `/v1`, as the service describes them (`npm run client-types`). */
export type * from '../../../../packages/client/src/generated/api.ts';
