-- The name of the API token with which an owner's change was made; null if a person made it.
alter table audit_entry add column api_token text;
