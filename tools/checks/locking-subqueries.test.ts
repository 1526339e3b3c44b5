import { expect, test } from 'vitest';
import { lockingSubqueries } from './locking-subqueries.ts';
import { makeTree } from './testing/tree.ts';

const PATH = 'apps/server/src/domains/network/devices/due.ts';
const failuresOf = (statement: string) =>
  lockingSubqueries.run(makeTree({ [PATH]: `tx.all(sql\`${statement}\`);\n` })).failures;

test.each([
  'update mail set leased = true from (select id from mail where (a or ${b}) limit 1 for update skip locked) due where due.id = mail.id',
  'delete from mark where id in (select id from mark limit 5 for update of mark skip locked)',
])('refuses %s', (statement) => {
  expect(failuresOf(statement)).toEqual([`${PATH}:1 skips locked rows in a subquery; use "with … as (…)"`]);
});

test.each([
  'select id from mail where (a or ${b}) limit 1 for update skip locked',
  'with due as (select id from mail limit 1 for update skip locked) update mail set leased = true from due',
  'with due as materialized (select id from mail limit 1 for update skip locked) delete from mail using due',
])('accepts %s', (statement) => {
  expect(failuresOf(statement)).toEqual([]);
});
