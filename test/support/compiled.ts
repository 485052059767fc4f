const folder = process.env['NODE_COMPILE_CACHE'];

/**
 * What the environment of a program must name, whatever else it leaves out: where compiled sources
 * are kept, without which each start compiles hundreds of files again (vitest.config.ts).
 */
export const COMPILED = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
